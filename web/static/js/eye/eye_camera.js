// The phone's back camera: asked for, held steady once it has got used to the light, and drawn into JPEGs.

import { Refused } from "./eye_link.js";

const SETTLE_MS = 1500; // a camera gets used to the light, and focuses
const QUALITY = 0.85;
const SMALL_QUALITY = 0.8;
const LEAST_QUALITY = 0.4;
const WANTED =
  { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 30 } };

/** Why the camera cannot be had, in the words of the table: see `Halt` in knobeltisch/camera/remote/phone_door.py. */
export const HALTS = ["refused", "no_camera", "taken"];

/** @param {unknown} error */
function reasonOf(error) {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotReadableError" || name === "AbortError" ? "taken" : "no_camera";
}

/** The back camera of this phone, shown in a `<video>`. */
export class EyeCamera {
  /** @param {HTMLVideoElement} video */
  constructor(video) {
    this.video = video;
    /** @type {MediaStreamTrack | null} */
    this.track = null;
    this.whole = document.createElement("canvas");
    this.small = document.createElement("canvas");
    this.quality = QUALITY;
  }

  /** Open the camera. Throws Refused with one of HALTS. */
  async open() {
    if (!navigator.mediaDevices) throw new Refused("no_camera");
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ video: WANTED, audio: false });
      [this.track] = stream.getVideoTracks();
      this.video.srcObject = stream;
      await this.video.play();
    } catch (error) {
      this.close();
      throw new Refused(reasonOf(error));
    }
    this.track.addEventListener("ended", () => this.close());
    setTimeout(() => this.hold(), SETTLE_MS);
  }

  /** Whether the camera delivers pictures now. */
  get live() {
    return this.track?.readyState === "live" && !this.track.muted && this.video.videoWidth > 0;
  }

  /** Keep exposure, white balance and focus as they are now, where the browser can: dice must not change their
   * looks. */
  async hold() {
    const can = this.abilities();
    /** @type {Record<string, unknown>} */
    const now = { ...this.track?.getSettings?.() };
    for (const [mode, value] of [["exposureMode", "exposureTime"], ["whiteBalanceMode", "colorTemperature"],
        ["focusMode", "focusDistance"]]) {
      if (!/** @type {string[] | undefined} */ (can[mode])?.includes?.("manual")) continue;
      await this.apply({ [mode]: "manual", ...(value in now && value in can ? { [value]: now[value] } : {}) });
    }
  }

  /** @returns {Record<string, unknown>} what the browser can set */
  abilities() {
    return /** @type {Record<string, unknown>} */ (this.track?.getCapabilities?.() ?? {});
  }

  /** Whether there is a lamp beside the lens that the browser can switch. */
  get hasTorch() {
    return Boolean(this.abilities().torch);
  }

  /** @param {Record<string, unknown>} wish */
  async apply(wish) {
    try {
      await this.track?.applyConstraints({ advanced: [wish] });
    } catch {
      // this camera cannot: pictures are as good as it makes them by itself
    }
  }

  /**
   * Take a picture: its small copy, and the whole one if that is wanted, at most `most` bytes together. Throws Refused
   * where the browser makes none, as a phone without memory does now and then.
   * @param {{whole: boolean, longest: number, small: number, most: number}} wanted
   * @returns {Promise<{small: Blob, whole: Blob | null}>}
   */
  async picture({ whole, longest, small, most }) {
    const { videoWidth: width, videoHeight: height } = this.video;
    const scale = Math.min(1, longest / Math.max(width, height));
    draw(this.video, this.whole, width * scale, height * scale);
    draw(this.whole, this.small, small, (small * height) / width);
    const copy = await jpeg(this.small, SMALL_QUALITY);
    if (!whole) return { small: copy, whole: null };
    let picture = await jpeg(this.whole, this.quality);
    while (copy.size + picture.size > most && this.quality > LEAST_QUALITY) {
      this.quality -= 0.1;
      picture = await jpeg(this.whole, this.quality);
    }
    return { small: copy, whole: picture };
  }

  /** Let the camera go. */
  close() {
    this.track?.stop();
    this.track = null;
    this.video.srcObject = null;
  }
}

/** @param {CanvasImageSource} from @param {HTMLCanvasElement} to @param {number} width @param {number} height */
function draw(from, to, width, height) {
  const [wide, high] = [Math.round(width), Math.round(height)];
  if (to.width !== wide || to.height !== high) Object.assign(to, { width: wide, height: high });
  const pen = to.getContext("2d", { alpha: false });
  if (!pen) throw new Refused("no_picture");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(from, 0, 0, wide, high);
}

/** @param {HTMLCanvasElement} canvas @param {number} quality @returns {Promise<Blob>} */
function jpeg(canvas, quality) {
  return new Promise((done, failed) =>
    canvas.toBlob((picture) => (picture ? done(picture) : failed(new Refused("no_picture"))), "image/jpeg", quality));
}

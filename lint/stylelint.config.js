// The page's style sheets: stylelint's standard rules, and these; each exception has its reason.
import { BROWSERS } from "./browsers.js";

// Where it is missing the page looks the same or nearly so.
const UNASKED = ["css-content-visibility", "css-paged-media", "css-resize", "css3-cursors"];

export default {
  extends: ["stylelint-config-standard"],
  plugins: ["stylelint-no-unsupported-browser-features"],
  reportNeedlessDisables: true,
  rules: {
    "plugin/no-unsupported-browser-features": [true, { browsers: BROWSERS, ignorePartialSupport: true, ignore: UNASKED }],
    "color-named": ["never", { ignore: ["inside-function"] }],
    "value-keyword-case": ["lower", { ignoreKeywords: ["A4", "Barlow", "currentColor"] }],
    "declaration-block-single-line-max-declarations": 3, // a keyframe or a table of sizes: one line each
    // Off:
    "custom-property-empty-line-before": null, // what belongs together stands together
    "declaration-empty-line-before": null, // the same
    "no-descending-specificity": null, // rules stand by the part of the page, not by their weight
  },
};

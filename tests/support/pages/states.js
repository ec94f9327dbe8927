// Takes the stream's place: boards come from the census, not from the table.
window.EventSource = class extends EventTarget {
  constructor() {
    super();
    this.readyState = 1;
    window.streams = [...(window.streams ?? []), this];
  }

  close() {
    this.readyState = 2;
  }
};
let version = 0;
window.push = (board) => {
  version += 1;
  const data = JSON.stringify({ ...board, boot: "census", version });
  for (const stream of window.streams.filter((one) => one.readyState === 1)) stream.onmessage?.({ data });
};

// How the table knows this phone: `?player=NAME` has a seat, `?asks=NAME` waits for one.
const known = new URLSearchParams(location.search);
if (known.has("player") || known.has("asks")) {
  const plain = window.fetch;
  window.fetch = async (url, ...more) => {
    const answer = await plain(url, ...more);
    if (url !== "/api/me") return answer;
    return Response.json({ ...(await answer.json()), player: known.get("player"), asks: known.get("asks") });
  };
}

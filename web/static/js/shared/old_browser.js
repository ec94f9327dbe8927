// Says in one sentence that the browser is too old, where it cannot read the page's scripts. No module, and nothing newer than 2016.

{
  const script = document.currentScript;
  const words = (script && script.dataset.says) || "";
  let told = false;
  const tell = () => {
    if (told) return;
    told = true;
    const say = document.createElement("p");
    say.className = "noscript";
    say.setAttribute("role", "alert");
    say.textContent = words;
    document.body.insertBefore(say, document.body.firstChild);
  };
  const tellSoon = () => (document.body ? tell() : document.addEventListener("DOMContentLoaded", tell));
  const knows = "noModule" in document.createElement("script") && "findLast" in Array.prototype && "hasOwn" in Object && "structuredClone" in window;
  if (!knows) tellSoon();
  window.addEventListener("error", (event) => {
    if (event.message.includes("SyntaxError")) tellSoon();
  });
}

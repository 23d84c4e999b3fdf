// Searches with Pagefind's dialog, which is loaded when it is first opened. A page opened as a file has no search: it may load nothing.
"use strict";

const searchButton = document.querySelector(".search");
const pagefind = new URL("pagefind/", document.currentScript.src);
let loading;

function load(element, properties) {
  return new Promise((done, failed) => {
    document.head.append(Object.assign(document.createElement(element), properties, { onload: done, onerror: failed }));
  });
}

async function loadDialog() {
  await Promise.all([
    load("link", { rel: "stylesheet", href: new URL("pagefind-component-ui.css", pagefind) }),
    load("script", { src: new URL("pagefind-component-ui.js", pagefind) }),
  ]);
  const config = document.createElement("pagefind-config"), dialog = document.createElement("pagefind-modal");
  config.setAttribute("bundle-path", pagefind.pathname);
  document.body.append(config, dialog);
  return dialog;
}

async function openSearch() {
  loading ??= loadDialog();
  (await loading).open();
}

if (location.protocol !== "file:") {
  searchButton.hidden = false;
  searchButton.addEventListener("click", openSearch);
  document.addEventListener("keydown", event => {
    const typing = event.target.closest("input, textarea");
    if ((event.key === "/" && !typing) || (event.key === "k" && (event.ctrlKey || event.metaKey))) {
      event.preventDefault();
      openSearch();
    }
  });
}

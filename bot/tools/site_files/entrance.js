// Leaves for the first page in one of the browser's languages.
"use strict";

const links = [...document.querySelectorAll("main [hreflang]")];
const wanted = navigator.languages.map(one => links.find(link => link.hreflang === one.slice(0, 2))).find(Boolean);
location.replace((wanted ?? links[0]).href);

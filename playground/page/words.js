// The page's own texts, in the viewer's language.

const { words } = JSON.parse(document.body.dataset.start);

/** The language of a locale such as "pl" or "en-US", or English if the page has none. */
export function languageOf(locale) {
  const language = locale.slice(0, 2);
  return words[language] ? language : "en";
}

/** A text in the language of a locale, with its placeholders filled. */
export function say(locale, key, gaps = {}) {
  return words[languageOf(locale)][key].replace(/\{(\w+)\}/g, (_, gap) => gaps[gap]);
}

/** Names the pictures and digits of the markup below an element. */
export function name(root, locale) {
  for (const named of root.querySelectorAll("[data-name]")) named.setAttribute("aria-label", say(locale, named.dataset.name));
}

/** A language's own name: "English", "polski". */
export function languageName(locale) {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale.slice(0, 2));
  return name[0].toUpperCase() + name.slice(1);
}

// The page's own texts, in the viewer's language.

const { words } = JSON.parse(document.body.dataset.start);

/** A text in the language of a locale such as "pl" or "en-US", with its placeholders filled. */
export function say(locale, key, gaps = {}) {
  const texts = words[locale.slice(0, 2)] ?? words.en;
  return texts[key].replace(/\{(\w+)\}/g, (_, gap) => gaps[gap]);
}

/** A language's own name: "English", "polski". */
export function languageName(locale) {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale.slice(0, 2));
  return name[0].toUpperCase() + name.slice(1);
}

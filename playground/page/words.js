// The texts of the page itself, in the language of the person who looks.

const WORDS = {
  en: {
    onlyYou: "Only you can see this", dismiss: "Dismiss", edited: "(edited)", thinking: "{name} is thinking…",
    failed: "This interaction failed", silent: "The application did not respond", message: "Message {place}", send: "Send",
    used: "{name} used", newest: "Jump to the newest", required: "{option} is required",
    choose: "{option}: choose one of the list", noCommand: "There is no such command here", noOption: "There is no such option",
    channels: "Channels", direct: "Direct messages", welcome: "Welcome to {place}!", start: "Nothing has been written here yet.",
    tryThese: "Click a command, or type / below", addReaction: "Add a reaction", more: "More", remove: "Delete message",
    cancel: "Cancel", submit: "Submit", close: "Close", nothing: "Nothing matches", optional: "optional",
    chooseOne: "Make a selection", done: "Done", emoji: "Any emoji", yes: "True", no: "False", sending: "Sending…",
    person: "Person", language: "Language", places: "Places", unread: "{count} unread", apps: "Apps", reply: "Reply to {name}",
    commands: "Commands", options: "Options", add: "Add", lost: "The playground does not answer. Is it still running?",
    bot: "APP", formFailed: "Something went wrong. Try again.", spoiler: "Spoiler", picture: "Picture", chosen: "{count} chosen",
    demo: "Watch a demo game", demoGame: "Game of the demo",
  },
  pl: {
    onlyYou: "Tylko ty to widzisz", dismiss: "Odrzuć", edited: "(edytowano)", thinking: "{name} myśli…",
    failed: "Ta interakcja nie powiodła się", silent: "Aplikacja nie odpowiedziała", message: "Napisz na {place}", send: "Wyślij",
    used: "{name} używa", newest: "Przejdź do najnowszych", required: "Brakuje opcji {option}",
    choose: "{option}: wybierz coś z listy", noCommand: "Nie ma tu takiego polecenia", noOption: "Nie ma takiej opcji",
    channels: "Kanały", direct: "Wiadomości prywatne", welcome: "Witaj na {place}!", start: "Nikt tu jeszcze nic nie napisał.",
    tryThese: "Kliknij polecenie albo wpisz / poniżej", addReaction: "Dodaj reakcję", more: "Więcej", remove: "Usuń wiadomość",
    cancel: "Anuluj", submit: "Wyślij", close: "Zamknij", nothing: "Nic nie pasuje", optional: "opcjonalne",
    chooseOne: "Wybierz", done: "Gotowe", emoji: "Dowolne emoji", yes: "Tak", no: "Nie", sending: "Wysyłanie…",
    person: "Osoba", language: "Język", places: "Miejsca", unread: "nieprzeczytane: {count}", apps: "Aplikacje", reply: "Odpowiedź do {name}",
    commands: "Polecenia", options: "Opcje", add: "Dodaj", lost: "Piaskownica nie odpowiada. Czy nadal działa?",
    bot: "APLIKACJA", formFailed: "Coś poszło nie tak. Spróbuj ponownie.", spoiler: "Spoiler", picture: "Obraz", chosen: "wybrano: {count}",
    demo: "Zobacz grę pokazową", demoGame: "Gra pokazowa",
  },
  ru: {
    onlyYou: "Это видно только вам", dismiss: "Убрать", edited: "(изменено)", thinking: "{name} думает…",
    failed: "Ошибка взаимодействия", silent: "Приложение не отвечает", message: "Написать в {place}", send: "Отправить",
    used: "{name} использует", newest: "К самым новым", required: "Нужен параметр {option}",
    choose: "{option}: выберите из списка", noCommand: "Такой команды здесь нет", noOption: "Такого параметра нет",
    channels: "Каналы", direct: "Личные сообщения", welcome: "Добро пожаловать в {place}!", start: "Здесь ещё ничего не написано.",
    tryThese: "Нажмите на команду или введите / внизу", addReaction: "Добавить реакцию", more: "Ещё", remove: "Удалить сообщение",
    cancel: "Отмена", submit: "Отправить", close: "Закрыть", nothing: "Ничего не подходит", optional: "необязательно",
    chooseOne: "Выберите", done: "Готово", emoji: "Любой эмодзи", yes: "Да", no: "Нет", sending: "Отправка…",
    person: "Человек", language: "Язык", places: "Места", unread: "непрочитанных: {count}", apps: "Приложения", reply: "Ответ для {name}",
    commands: "Команды", options: "Параметры", add: "Добавить", lost: "Площадка не отвечает. Она ещё запущена?",
    bot: "ПРИЛОЖЕНИЕ", formFailed: "Что-то пошло не так. Попробуйте ещё раз.", spoiler: "Спойлер", picture: "Картинка", chosen: "выбрано: {count}",
    demo: "Посмотреть показательную игру", demoGame: "Показательная игра",
  },
};

/** A text in the language of a locale such as "pl" or "en-US", with its gaps filled. */
export function say(locale, key, gaps = {}) {
  const words = WORDS[locale.slice(0, 2)] ?? WORDS.en;
  return words[key].replace(/\{(\w+)\}/g, (_, gap) => gaps[gap]);
}

/** A language's name in itself: "English", "polski". */
export function languageName(locale) {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale.slice(0, 2));
  return name[0].toUpperCase() + name.slice(1);
}

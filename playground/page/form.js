// A form opened by the bot (Discord calls it a modal).

import { choicesOf } from "./components.js";
import { h, newId } from "./dom.js";
import { store } from "./store.js";
import { say } from "./words.js";

const TEXT_INPUT = 4;
const TEXT_DISPLAY = 10;
const LABEL = 18;
const RADIO = 21;
const CHECKBOXES = 22;
const CHECKBOX = 23;
const SELECTS = { 3: "select", 5: "user_select", 6: "role_select", 7: "mentionable_select", 8: "channel_select" };

/** Opens the form for the person of a pane and submits it. */
export function openForm(modal, pane, place) {
  const { locale, person } = pane;
  const controls = [];
  const wrong = h("p", { class: "wrong", role: "alert" });
  const submit = h("button", { type: "submit", class: "primary", text: say(locale, "playground.submit") });
  const fields = modal.components.flatMap((part) => (part.components ?? [part]).map((inner) => field(inner, pane, controls)));
  const send = async (event) => {
    event.preventDefault();
    submit.classList.add("pending");
    submit.disabled = true;
    const values = Object.fromEntries(controls.map(({ id, read }) => [id, read()]).filter(([, value]) => value !== null));
    const answer = await store.act("submit", person, place, { form: modal.form, values });
    submit.classList.remove("pending");
    submit.disabled = false;
    if (answer.failed || answer.refused) wrong.textContent = say(locale, "playground.form_failed");
    else dialog.close();
    if (answer.modal) openForm(answer.modal, pane, place);
  };
  const dialog = h("dialog", { class: "form", "aria-label": modal.title },
    h("form", { onsubmit: send }, h("h2", { text: modal.title }), ...fields, wrong,
      h("div", { class: "ends" }, h("button", { type: "button", text: say(locale, "playground.cancel"), onclick: () => dialog.close() }), submit)));
  dialog.dataset.locale = locale;
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, select")?.focus();
}

function field(part, pane, controls) {
  if (part.type === TEXT_DISPLAY) return h("p", { text: part.content });
  const inner = part.type === LABEL ? part.component : part;
  const control = made(inner, pane);
  if (!control) return h("p", { class: "unknown", text: `[${inner.type}]` });
  controls.push({ id: inner.custom_id, read: control.read });
  const id = newId("field");
  control.element.id = id;
  const description = part.type === LABEL && part.description ? h("small", { text: part.description }) : null;
  const needed = inner.required !== false && inner.type !== CHECKBOX ? h("span", { class: "needed", "aria-hidden": "true", text: " *" }) : null;
  return h("div", { class: "form-field" }, h("label", { for: id }, part.label ?? inner.label ?? "", needed), description, control.element);
}

function made(part, pane) {
  if (part.type === TEXT_INPUT) return text(part);
  if (part.type === CHECKBOX) {
    const box = h("input", { type: "checkbox", checked: part.default });
    return { element: box, read: () => box.checked };
  }
  if (part.type === RADIO || part.type === CHECKBOXES || SELECTS[part.type]) return list(part, pane);
  return null;
}

function text(part) {
  const attributes = {
    placeholder: part.placeholder, required: part.required !== false,
    minlength: part.min_length, maxlength: part.max_length, autocomplete: "off",
  };
  const element = part.style === 2 ? h("textarea", { ...attributes, rows: "4" }) : h("input", attributes);
  element.value = part.value ?? "";
  return { element, read: () => element.value };
}

function list(part, pane) {
  const many = part.type === CHECKBOXES || (part.max_values ?? 1) > 1;
  const of = SELECTS[part.type] ?? "select";
  const options = choicesOf({ of, options: part.options ?? [] }, pane.person);
  const element = h("select", { multiple: many, required: part.required !== false });
  if (!many) element.append(h("option", { value: "", text: part.placeholder ?? say(pane.locale, "playground.choose_one") }));
  for (const option of options) {
    element.append(h("option", { value: option.value, selected: option.default, text: option.description ? `${option.label} — ${option.description}` : option.label }));
  }
  const read = () => {
    const values = [...element.selectedOptions].map((option) => option.value).filter(Boolean);
    if (part.type === RADIO) return values[0] ?? null;
    return values.length || part.type === CHECKBOXES ? values : null;
  };
  return { element, read };
}

// Passkeys: what the page asks goes to the browser, and its answer into the form, which is then sent. Without WebAuthn
// in JSON there is no button, and the password stays.

const can = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON && navigator.credentials;
for (const box of document.querySelectorAll("[data-passkey]")) {
  box.hidden = !can;
}
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-passkey] button[type=button]");
  if (!button) return;
  const box = button.closest("[data-passkey]");
  const options = JSON.parse(box.dataset.options);
  const makes = box.dataset.passkey === "make";
  if (makes && !button.form.reportValidity()) return;
  const answer = await (makes
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) })
  ).catch(() => null); // the reader has said no, or there is none: the page stays as it is
  if (!answer) {
    box.querySelector("[data-passkey-none]").hidden = false;
    return;
  }
  box.querySelector("[name$=passkey]").value = JSON.stringify(answer.toJSON());
  button.form.submit();
});
// The enter key sends a form that has no other button: it asks for the passkey, as a press does.
document.addEventListener("submit", (event) => {
  const button = event.target.querySelector("[data-passkey=make] button");
  if (!can || !button || event.submitter || event.defaultPrevented) return;
  event.preventDefault();
  button.click();
});

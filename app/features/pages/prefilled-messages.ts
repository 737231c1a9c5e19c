/** Links that open a message begun for the visitor. Not among the addresses that every page loads. */

/** @param link `mailto:` and an address */
export function prefilledMail(link: string, { subject, body }: { subject: string; body: string }): string {
  // Mail programs want every line to end in CR LF, and take a plus for a plus.
  const lines = encodeURIComponent(body.replaceAll('\n', '\r\n'))
  return `${link}?subject=${encodeURIComponent(subject)}&body=${lines}`
}

/** @param link the address of a chat, `https://wa.me/…` */
export function prefilledChat(link: string, text: string): string {
  return `${link}?text=${encodeURIComponent(text)}`
}

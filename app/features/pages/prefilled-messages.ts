/** Links that open a prefilled message. Not part of `links.ts`, which every page loads. */

/** @param link `mailto:` and an address */
export function prefilledMail(link: string, { subject, body }: { subject: string; body: string }): string {
  // Mail programs expect CR LF at the end of lines, and read a plus as a plus.
  const lines = encodeURIComponent(body.replaceAll('\n', '\r\n'))
  return `${link}?subject=${encodeURIComponent(subject)}&body=${lines}`
}

/** @param link the address of a chat, `https://wa.me/…` */
export function prefilledChat(link: string, text: string): string {
  return `${link}?text=${encodeURIComponent(text)}`
}

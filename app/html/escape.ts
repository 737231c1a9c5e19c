/** Escapes a text for element content and quoted attributes of HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character]!)
}

// Some mail clients still read HTML 4, which has no `&apos;`.
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

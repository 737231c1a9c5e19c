const NAME =
  /(?:^|[^\p{L}\p{M}\p{N}_@./\\:&=?%+-])(?:[وفبلك]ـ?){0,2}@([\p{L}\p{N}][\p{L}\p{M}\p{N}_.'’-]{0,59}(?:#\d{0,9})?)$/u

/** The mention being typed and the position of its `@`; undefined when the caret is not in a mention. */
export function nameBefore(area: Pick<HTMLTextAreaElement, 'value' | 'selectionStart' | 'selectionEnd'>) {
  if (area.selectionStart !== area.selectionEnd) return undefined
  const name = NAME.exec(area.value.slice(Math.max(0, area.selectionStart - 70), area.selectionStart))?.[1]
  return name === undefined ? undefined : { name, from: area.selectionStart - name.length - 1 }
}

/** Lists in forms: `courses[0][title]` is the title of the first row of `courses`. */

const ROW = /^(\w{1,50})\[(\d{1,2})\]\[(\w{1,50})\]$/

export const rowField = (list: string, index: number, name: string) => `${list}[${index}][${name}]`

/** A form's texts by name, its lists as arrays of rows; a missing row is empty. */
export function fieldsOfForm(form: FormData): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  const lists = new Map<string, Map<string, string>[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    const [, list, index, part] = ROW.exec(name) ?? []
    if (!list) {
      fields.set(name, value)
      continue
    }
    const rows = lists.get(list) ?? []
    lists.set(list, rows)
    while (rows.length <= Number(index)) rows.push(new Map())
    rows[Number(index)]!.set(part!, value)
  }
  for (const [list, rows] of lists)
    fields.set(
      list,
      rows.map((row) => Object.fromEntries(row)),
    )
  return Object.fromEntries(fields)
}

/** Lists in forms: `courses[0][title]` is the title of the first row of `courses`. */

const ROW = /^(\w{1,50})\[(\d{1,2})\]\[(\w{1,50})\]$/

export const rowField = (list: string, place: number, name: string) => `${list}[${place}][${name}]`

/** A form's texts by their names, its lists as arrays of rows; a row that was left out is empty. */
export function fieldsOfForm(form: FormData): Record<string, unknown> {
  const fields = new Map<string, unknown>()
  const lists = new Map<string, Map<string, string>[]>()
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    const [, list, place, part] = ROW.exec(name) ?? []
    if (!list) {
      fields.set(name, value)
      continue
    }
    const rows = lists.get(list) ?? []
    lists.set(list, rows)
    while (rows.length <= Number(place)) rows.push(new Map())
    rows[Number(place)]!.set(part!, value)
  }
  for (const [list, rows] of lists)
    fields.set(
      list,
      rows.map((row) => Object.fromEntries(row)),
    )
  return Object.fromEntries(fields)
}

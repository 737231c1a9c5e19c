/** The table of decision 0061: which role has which right, and for which rows. */
import { readFileSync } from 'node:fs'
import type { Right, Role, Scope } from '../../app/api/rights.ts'

const DECISION = new URL('../../docs/decisions/0061-rights.md', import.meta.url)

export type GrantsOfRight = Partial<Record<Role, Scope>>

/** A right that is missing from the table is missing here. */
export const TABLE: Record<Right, GrantsOfRight> = tableOf(readFileSync(DECISION, 'utf8'))

function tableOf(text: string): Record<Right, GrantsOfRight> {
  const lines = text.split('\n').filter((line) => line.startsWith('| '))
  const [head, ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const roles = head!.slice(2) as Role[]
  const grants = rows.map(([_area, right, ...cells]) => {
    const granted = roles.flatMap((role, place) => (cells[place] === '–' ? [] : [[role, cells[place]]]))
    return [right!.replaceAll('`', ''), Object.fromEntries(granted)]
  })
  return Object.fromEntries(grants)
}

import type { PageRequest } from '../../../request-context.ts'
import type { MovePreview } from './order-move.tsx'

/** An order as staff see it. */
export type DeskOrder = Awaited<ReturnType<PageRequest['api']['orders']['staffOrder']>>

/** What ending the enrolment for a missed part would mean. */
export type EndPreview = Awaited<ReturnType<PageRequest['api']['orderParts']['endMissedPreview']>>

export type OrderPageData = {
  order: DeskOrder
  rights: readonly string[]
  isOpen: boolean
  move: MovePreview | null
  done: string | undefined
}

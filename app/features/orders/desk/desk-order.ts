import type { PageRequest } from '../../../request-context.ts'

/** An order as staff see it. */
export type DeskOrder = Awaited<ReturnType<PageRequest['api']['orders']['staffOrder']>>

export type OrderPageData = { order: DeskOrder; rights: readonly string[]; isOpen: boolean; done: string | undefined }

/** Where orders come from; a company's are its purchases and the seats of them that employees use. */
export const ORDER_SOURCES = ['site', 'desk', 'waiting-list', 'company', 'move'] as const
export type OrderSource = (typeof ORDER_SOURCES)[number]

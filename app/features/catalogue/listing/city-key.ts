import type { Localized } from '../../../../db/shapes.ts'

/** By which a city of runs is known, as the function `city_key` of the database says it. */
export const cityKey = ({ ar }: Localized): string => ar.trim().replace(/\s+/g, ' ')

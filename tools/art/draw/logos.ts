import { CLIENT_EMBLEMS } from './client-emblems.ts'
import { PARTNER_EMBLEMS } from './partner-emblems.ts'
import { svgFile } from './svg.ts'

/** The drawn emblems of partners and clients, by the key that `partners.yaml` and `clients.yaml` give. */
export const EMBLEMS: Record<string, string> = { ...PARTNER_EMBLEMS, ...CLIENT_EMBLEMS }

/** A logo of 240 by 120 with the emblem in its middle; the name stands beside it as text. */
export const drawLogo = (emblem: string) => svgFile(240, 120, emblem)

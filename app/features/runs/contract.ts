/** Runs: what staff plan and change. */
import { runDeskEndpoints } from './desk-contract.ts'

export const runsEndpoints = { ...runDeskEndpoints }

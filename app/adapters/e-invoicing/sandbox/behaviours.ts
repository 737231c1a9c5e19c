/**
 * How the simulated authority behaves from now on.
 * - `warns`: accepts with a warning. `refuses`: every document. `clearanceOff`: has standard documents reported instead.
 * - `revoked`: accepts no credentials. `busy`: asks to wait. `unavailable`: is out of order.
 * - `silent`, `fails`, `garbage`: does what it is asked, and gives no answer, a failure or nonsense.
 */
export const BEHAVIOURS = [
  'documented',
  'warns',
  'refuses',
  'clearanceOff',
  'revoked',
  'busy',
  'unavailable',
  'silent',
  'fails',
  'garbage',
] as const
export type Behaviour = (typeof BEHAVIOURS)[number]

import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** After a refusal because of what another did meanwhile, the page shows that, so that the next try is after it. */
export const revalidateOnConflict = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus === 409 || defaultShouldRevalidate

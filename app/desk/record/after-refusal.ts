import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** English that could not be confirmed, because somebody changed the text, is shown as it is now: the next press is for it. */
export const afterRefusedConfirm = ({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  formData?.get('intent') === 'confirm' || defaultShouldRevalidate

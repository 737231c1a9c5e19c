import { exportLoader } from '../../../desk/exports/export.ts'

/** A copy of a person's data; without fresh proof, the page of the person asks for it. */
export const loader = exportLoader(
  (page, { file }, { params }) => page.api.learners.openDataFile({ id: params.id, file } as never),
  ({ id }) => `learners/${id}`,
)

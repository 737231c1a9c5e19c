import { redirectDocument } from 'react-router'
import { deskLoader } from '../../../desk/desk-page.ts'

/** Signs an address of the preview when somebody asks for it, and leads there. */
export const loader = deskLoader(async ({ api }, { params }) => {
  const { address } = await api.pageEditing.previewPage({ code: params.code! })
  return redirectDocument(address)
})

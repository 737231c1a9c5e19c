import { redirect } from 'react-router'
import { deskLoader } from '../../../desk/desk-page.ts'

/** Leads to the picture that social networks will show of the course with its draft, at an address that is signed now. */
export const loader = deskLoader(async ({ api }, { params }) => {
  const { sharePictures } = await api.courseEditing.previewCourse({ id: Number(params.id) })
  return redirect(params.picture === 'en' ? sharePictures.en : sharePictures.ar)
})

import { useLang, useTexts } from '../../../locales/texts.tsx'
import { MEGABYTE } from '../../../platform/byte-sizes.ts'
import { AttachedFile } from '../../uploads/attached-file.tsx'
import { FileDropField } from '../../uploads/file-drop-field.tsx'
import { useSavedUpload } from '../../uploads/use-saved-upload.ts'
import { useUpload } from '../../uploads/use-upload.ts'
import { enquiryDraft } from '../forms/enquiry-form.tsx'
import type { WaitingCv } from './trainer-contract.ts'

const MAX_BYTES = 10 * MEGABYTE
/** The key of the uploaded CV in the browser's storage, beside the draft of the form. */
const KEY = `draft:${enquiryDraft('trainer')}-cv`
const ADDRESS = '/api/TrainerApplications/cv'

type Props = { saved: WaitingCv | undefined; stamp: string; errors: string[] | undefined }

/** The CV of an application. */
export function CvField({ saved, stamp, errors }: Props) {
  const t = useTexts('trainer').cv
  const { leads } = useTexts('innerPages')
  const lang = useLang()
  const upload = useUpload<WaitingCv>(saved, {
    address: `${ADDRESS}?stamp=${encodeURIComponent(stamp)}`,
    maxBytes: MAX_BYTES,
  })
  const { state, restore } = upload
  const cv = state.step === 'done' ? state.attachment : undefined
  useSavedUpload({ key: KEY, address: ADDRESS, lang, attachment: cv, mayRestore: saved === undefined, restore })
  return (
    <FileDropField
      name="cv"
      accept=".pdf,.docx,application/pdf"
      upload={upload}
      errors={errors}
      texts={{ ...t, choose: cv ? t.replace : t.choose }}
      legend={leads.fields.cv}
      removeName={cv && 'removeCv'}
    >
      <input type="hidden" name="cvId" value={cv?.id ?? ''} data-name={cv?.name} />
      {cv ? <AttachedFile {...cv} /> : null}
    </FileDropField>
  )
}

import { useLang, useTexts } from '../../locales/texts.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { useScripts } from '../../ui/use-scripts.ts'
import { AttachedFile, AttachmentMark } from './attached-file.tsx'
import type { Attachment } from './contract.ts'
import { FileDropField } from './file-drop-field.tsx'
import styles from './file-field.module.css'
import { UPLOADS } from './send-file.ts'
import { useSavedUpload } from './use-saved-upload.ts'
import { useUpload } from './use-upload.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,video/mp4,video/webm,.pdf,.docx,.xlsx,.pptx,.zip'
const MAX_ALT_LENGTH = 300

type Props = {
  /** The initial file: the post's own, or one that was sent with the refused form. */
  saved: Attachment | undefined
  alt: string
  errors: string[] | undefined
  altErrors: string[] | undefined
  /** The key under which the browser remembers an upload with the draft; undefined remembers none. */
  draft: string | undefined
}

/** The attachment of a post, with the alternative text of an image. */
export function FileField({ saved, alt, errors, altErrors, draft }: Props) {
  const t = useTexts('uploads').file
  const ui = useTexts('ui')
  const lang = useLang()
  const hasScripts = useScripts()
  const upload = useUpload(saved)
  const { state, restore } = upload
  const attachment = state.step === 'done' ? state.attachment : undefined
  const key = draft && `draft:${draft}-file`
  useSavedUpload({ key, address: UPLOADS, lang, attachment, mayRestore: saved === undefined, restore })
  return (
    <div className={styles.field}>
      <FileDropField
        name="file"
        accept={ACCEPTED}
        upload={upload}
        errors={errors}
        texts={{ ...t, choose: attachment ? t.replace : t.choose }}
        legend={
          <>
            {t.label} <span>({ui.optional})</span>
          </>
        }
        removeName={attachment && 'removeFile'}
        acceptsPaste
      >
        <input type="hidden" name="upload" value={attachment?.id ?? ''} />
        {/* The post's file was removed in this form. Without scripts, the checkbox below the file does it. */}
        {hasScripts && saved && !attachment ? <input type="hidden" name="removeFile" value="on" /> : null}
        {attachment ? <AttachedFile {...attachment} mark={<AttachmentMark attachment={attachment} />} /> : null}
      </FileDropField>
      {attachment?.kind === 'image' || !hasScripts ? (
        <TextField
          name="fileAlt"
          label={t.alt}
          hint={t.altHint}
          errors={altErrors}
          defaultValue={alt}
          maxLength={MAX_ALT_LENGTH}
          dir="auto"
        />
      ) : null}
    </div>
  )
}

import { useRouteLoaderData } from 'react-router'
import { linksFor, whatsappLink } from '../../../links.ts'
import { useLang, useTexts } from '../../../locales/texts.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { ShareLinks } from '../../../ui/navigation/share-links.tsx'
import type { CourseDetails } from '../course-contract.ts'
import styles from './course-share.module.css'

type Named = { course: Pick<CourseDetails, 'name' | 'slug'> }
type Frame = { institute: { whatsapp?: string | null | undefined } | null }

/** The ways to send the course to somebody, and to ask the institute about it. */
export function CourseShare({ course }: Named) {
  const t = useTexts('course')
  const links = linksFor(useLang())
  const { publicUrl = '' } = (useRouteLoaderData('root') as { publicUrl?: string } | undefined) ?? {}
  const whatsapp = (useRouteLoaderData('shell/layout') as Frame | undefined)?.institute?.whatsapp
  const address = publicUrl + links.course(course.slug)
  const question = new URLSearchParams({ text: `${t.ask.text(course.name)}\n${address}` })
  return (
    <div className={styles.share}>
      {whatsapp ? (
        <ButtonLink
          to={`${whatsappLink(whatsapp)}?${question}`}
          reloadDocument
          variant="quiet"
          icon="whatsapp"
          rel="noopener"
        >
          {t.ask.label}
        </ButtonLink>
      ) : null}
      <ShareLinks address={address} title={course.name} />
    </div>
  )
}

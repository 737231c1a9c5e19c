import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useTexts } from '../../locales/texts.tsx'
import { pageRequestOf } from '../../request-context.ts'
import { pageMeta, siteOf } from '../../shell/meta.ts'
import { Container } from '../../ui/container.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Prose } from '../../ui/prose.tsx'
import { Words } from '../../ui/words.tsx'
import { faqPage, tellPlace } from '../discovery/structured-data.ts'
import type { Route } from './+types/faq-page'
import { ContentHead } from './content-head.tsx'
import { ContentSection } from './content-section.tsx'
import styles from './faq-page.module.css'

export async function loader({ context }: Route.LoaderArgs) {
  const asked = pageRequestOf(context)
  const { api } = asked
  const [page, seo, groups] = await Promise.all([
    api.pages.pageByCode({ code: 'faqs' }),
    api.pages.seoByCode({ code: 'faq' }),
    api.pages.faqs({}),
  ])
  tellPlace(asked, page.title, (links) => links.faq, faqPage(groups.flatMap(({ questions }) => questions)))
  return { page, seo, groups }
}

export function meta({ loaderData: { seo }, matches, location }: Route.MetaArgs) {
  const { metaTitle: title, metaDescription: description, keywords } = seo
  return pageMeta({ ...siteOf(matches), pathname: location.pathname, title, description, keywords })
}

type Groups = Route.ComponentProps['loaderData']['groups']

export default function FaqPage({ loaderData: { page, groups } }: Route.ComponentProps) {
  useOpenedByAddress()
  return (
    <main id="content">
      <ContentHead page={page} />
      <Container>
        <div className={styles.columns}>
          <GroupList groups={groups} />
          <div className={styles.groups}>
            {groups.map((group) => (
              <QuestionGroup key={group.key} group={group} />
            ))}
          </div>
        </div>
      </Container>
      {page.sections.map((section) => (
        <ContentSection key={section.key} section={section} tone="sand" />
      ))}
    </main>
  )
}

function GroupList({ groups }: { groups: Groups }) {
  const t = useTexts('innerPages').faq
  return (
    <nav className={styles.list} aria-label={t.groups}>
      <ul>
        {groups.map(({ key, title, questions }) => (
          <li key={key}>
            <a href={`#${key}`}>
              <Words>{title}</Words>
              <span>{t.questions(questions.length)}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function QuestionGroup({ group: { key, title, questions } }: { group: Groups[number] }) {
  const t = useTexts('innerPages').faq
  return (
    <section aria-labelledby={key}>
      <h2 id={key}>
        <Words>{title}</Words>
      </h2>
      {questions.map(({ question, answer }, index) => {
        const id = `${key}-${index + 1}`
        return (
          <Disclosure key={question} summary={<Words>{question}</Words>}>
            {/* Browsers open the details around the element that the address names. */}
            <div id={id} className={styles.answer}>
              <Prose html={answer} />
              <a href={`#${id}`} className={styles.permalink}>
                {t.linkTo}
              </a>
            </div>
          </Disclosure>
        )
      })}
    </section>
  )
}

/** For browsers that do not open `<details>` for the address by themselves. */
function useOpenedByAddress() {
  const { hash } = useLocation()
  useEffect(() => {
    const details = document.getElementById(decodeURIComponent(hash.slice(1)))?.closest('details')
    if (!details) return
    details.open = true
    details.scrollIntoView({ block: 'start' })
  }, [hash])
}

import { useLoaderData, useParams } from 'react-router'
import { deskMeta } from '../../../desk/desk-meta.ts'
import { deskLoader } from '../../../desk/desk-page.ts'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { DeskHead } from '../../../desk/ui/desk-head.tsx'
import { PrintButton } from '../../../desk/ui/print-button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import styles from './badges.module.css'

export const loader = deskLoader(({ api }, { params }) => api.attendance.badges({ id: Number(params.id) || 0 }))

export const meta = deskMeta('attendance', (t) => t.badges)

/** A sheet of badges to print and cut. */
export default function BadgesPage() {
  const t = useDeskTexts('attendance')
  const { id } = useParams()
  const { course, badges } = useLoaderData<typeof loader>()
  return (
    <>
      <DeskHead title={t.badges} above={{ title: t.attendees, path: `runs/${id}/attendees` }} lead={course}>
        <PrintButton />
      </DeskHead>
      {badges.length === 0 ? <EmptyState title={t.nobody} body={t.nobodyBody} /> : null}
      <ul className={styles.badges}>
        {badges.map(({ orderId, name, qr }) => (
          <li key={orderId}>
            <div>
              <p className={styles.name}>
                <bdi>{name}</bdi>
              </p>
              <p className={styles.course}>{course}</p>
            </div>
            <svg
              viewBox={`0 0 ${qr.size} ${qr.size}`}
              role="img"
              aria-label={t.codeOf(name)}
              shapeRendering="crispEdges"
            >
              <path d={qr.path} />
            </svg>
          </li>
        ))}
      </ul>
    </>
  )
}

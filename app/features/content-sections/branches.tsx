import { phoneLink } from '../../links.ts'
import { useTexts } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Picture } from '../../ui/content/picture.tsx'
import { Prose } from '../../ui/content/prose.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Section } from '../../ui/layout/section.tsx'
import type { PageItem, PageSection } from '../pages/contract.ts'
import styles from './branches.module.css'
import { type Coordinates, MAP_HEIGHT, MAP_WIDTH, type Pin, pinned } from './kingdom-map.ts'

const NUMBER_WIDTH = 22

/** A place, with what is known of it besides when it is a branch. */
type BranchItem = PageItem & { phone?: string | null; hours?: string | null; coordinates?: Coordinates | null }

/** The institute's branches: their addresses with links to a map, and a drawn map with the numbers of the list. */
export function Branches({
  section,
  tone,
}: {
  section: Omit<PageSection, 'items'> & { items: BranchItem[] }
  tone: 'paper' | 'sand'
}) {
  const { title, body, image, imageAlt, items } = section
  const { numbers, pins } = pinned(items.map(({ coordinates }: BranchItem) => coordinates))
  // Of a picture of its own nobody knows what it shows where.
  const map = image ? <Picture src={image} alt={imageAlt} width={520} height={420} /> : <KingdomMap pins={pins} />
  const isNumbered = !image && pins.length > 0
  return (
    <Section tone={tone} title={title && <ContentText>{title}</ContentText>}>
      {body && (
        <div className={styles.text}>
          <Prose html={body} />
        </div>
      )}
      <div className={styles.columns} data-map={image || isNumbered ? true : undefined}>
        <ul className={styles.places}>
          {items.map((item, index) => (
            <Place key={item.title} place={item} number={isNumbered ? numbers[index] : undefined} />
          ))}
        </ul>
        {image || isNumbered ? <div className={styles.map}>{map}</div> : null}
      </div>
    </Section>
  )
}

function KingdomMap({ pins }: { pins: Pin[] }) {
  return (
    <svg viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`} direction="ltr" aria-hidden="true">
      <image href="/brand/kingdom.svg" width={MAP_WIDTH} height={MAP_HEIGHT} />
      {pins.map(({ x, y, numbers }) => {
        // Each number after the first makes the pin wider.
        const half = ((numbers.length - 1) * NUMBER_WIDTH) / 2
        const [start, end] = [-14 - half, 14 + half]
        return (
          <g key={numbers[0]} transform={`translate(${x} ${y})`}>
            <path
              d={`M0 0C-6-10 ${start}-15 ${start}-25a14 14 0 0 1 14-14h${2 * half}a14 14 0 0 1 14 14C${end}-15 6-10 0 0z`}
            />
            <text y={-19.5}>{numbers.join(' · ')}</text>
          </g>
        )
      })}
    </svg>
  )
}

/** @param number of its pin; null without one on a map that has others */
function Place({
  place: { title, body, link, phone, hours },
  number,
}: {
  place: BranchItem
  number: number | null | undefined
}) {
  const t = useTexts('innerPages').contact
  return (
    <li className={styles.place}>
      {number !== undefined && <span className={styles.number}>{number}</span>}
      <div>
        <h3>
          <ContentText>{title}</ContentText>
        </h3>
        {body && (
          <p>
            <ContentText>{body}</ContentText>
          </p>
        )}
        {hours && (
          <p>
            <ContentText>{hours}</ContentText>
          </p>
        )}
        {phone && (
          <a href={phoneLink(phone)} className={styles.phone}>
            <Icon name="phone" size={18} />
            <bdi dir="ltr">{phone}</bdi>
          </a>
        )}
        {link && (
          <a href={link} rel="noopener">
            <Icon name="map-pin" size={18} />
            {t.map}
            <span className="visually-hidden">: {title}</span>
          </a>
        )}
      </div>
    </li>
  )
}

import { linksFor } from '../../links.ts'
import { useLang } from '../../locales/texts.tsx'
import { ContentText } from '../../ui/content/content-text.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Link } from '../../ui/navigation/link.tsx'
import type { PageItem } from '../pages/contract.ts'
import styles from './item-grid.module.css'
import { ItemMark } from './item-mark.tsx'
import { SectionPicture } from './section-picture.tsx'

type Props = {
  items: PageItem[]
  heading?: 'h2' | 'h3'
  /** `steps` are numbered. */
  kind?: 'cards' | 'plain' | 'steps'
}

/** Items of the content in a grid; an item with a link is clickable as a whole. */
export function ItemGrid({ items, heading: Heading = 'h3', kind = 'cards' }: Props) {
  const List = kind === 'steps' ? 'ol' : 'ul'
  return (
    <List className={styles.grid} data-kind={kind} data-count={items.length}>
      {items.map((item) => (
        <li key={item.title} className={styles.item}>
          {kind !== 'steps' && (item.image ? <SectionPicture picture={item} /> : <ItemMark icon={item.icon} />)}
          <div>
            <Heading className={styles.title}>
              <ItemTitle item={item} />
            </Heading>
            {item.body && (
              <p className={styles.body}>
                <ContentText>{item.body}</ContentText>
              </p>
            )}
          </div>
        </li>
      ))}
    </List>
  )
}

function ItemTitle({ item }: { item: PageItem }) {
  const lang = useLang()
  if (!item.link) return <ContentText>{item.title}</ContentText>
  return (
    <Link to={linksFor(lang).content(item.link)} className={styles.link}>
      <ContentText>{item.title}</ContentText>
      <Icon name="arrow-forward" size={18} />
    </Link>
  )
}

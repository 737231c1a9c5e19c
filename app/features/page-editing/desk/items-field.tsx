import { BothFields, ListField } from '../../../desk/record/list-field.tsx'
import styles from '../../../desk/record/record.module.css'
import { useDeskTexts } from '../../../desk/texts.tsx'
import { ICON_NAMES } from '../../../ui/icons/icon-names.ts'
import { PictureChoice } from './page-picture.tsx'

type Both = { ar: string; en?: string }
type Item = {
  title: Both
  body?: Both
  icon?: string
  image?: string
  imageAlt?: Both
  value?: string | Both
  link?: string
}

type Props = {
  name: string
  value: string
  errors: string[] | undefined
  /** Whether visitors see pictures of the items. */
  hasPictures: boolean
}

/** The items of a section: each a title, with a text, a picture, an icon, a link and a figure where it has them. */
export function ItemsField({ name, value, errors, hasPictures }: Props) {
  const t = useDeskTexts('pages')
  return (
    <ListField<Item>
      name={name}
      label={t.items}
      value={value}
      errors={errors}
      addLabel={t.addItem}
      rowLabel={t.item}
      newRow={() => ({ title: { ar: '' } })}
    >
      {(row, change, path) => (
        <>
          <BothFields
            label={t.itemTitle}
            isNamed
            value={row.title}
            change={(title) => change({ ...row, title })}
            path={`${path}.title`}
          />
          <BothFields
            label={t.itemBody}
            isNamed
            value={row.body ?? { ar: '' }}
            change={(body) => change(withPart(row, 'body', body.ar || body.en ? body : undefined))}
            path={`${path}.body`}
          />
          {hasPictures || row.image ? <ItemPicture row={row} change={change} path={path} /> : null}
          <Further row={row} change={change} path={path} />
        </>
      )}
    </ListField>
  )
}

type RowProps = { row: Item; change: (row: Item) => void; path: string }

function ItemPicture({ row, change, path }: RowProps) {
  const t = useDeskTexts('pages').pictureOf
  const { image = '', imageAlt } = row
  return (
    <details open={image !== ''}>
      <summary>{t.image}</summary>
      <div className={styles.part}>
        <PictureChoice
          id={`${path}.image`}
          address={image}
          onChange={(address) => change(withPart(row, 'image', address || undefined))}
        />
        {image ? (
          <BothFields
            label={t.imageAlt}
            value={imageAlt ?? { ar: '' }}
            change={(alt) => change(withPart(row, 'imageAlt', alt.ar || alt.en ? alt : undefined))}
            path={`${path}.imageAlt`}
          />
        ) : null}
      </div>
    </details>
  )
}

function Further({ row, change, path }: RowProps) {
  const t = useDeskTexts('pages')
  const { icon, link, value } = row
  const figure = typeof value === 'string' ? { ar: value } : (value ?? { ar: '' })
  return (
    <details open={icon !== undefined || link !== undefined || value !== undefined}>
      <summary>{t.itemMore}</summary>
      <div className={styles.part}>
        <BothFields
          label={t.itemValue}
          isNamed
          value={figure}
          // A figure that is the same in both languages is written once.
          change={({ ar, en }) => change(withPart(row, 'value', en ? { ar, en } : ar || undefined))}
          path={`${path}.value`}
        />
        <div className={styles.pair}>
          <label>
            {t.icon}
            <select
              className={styles.choice}
              value={icon ?? ''}
              onChange={({ target }) => change(withPart(row, 'icon', target.value || undefined))}
            >
              <option value="">{t.noIcon}</option>
              {ICON_NAMES.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
          <label>
            {t.link}
            <input
              type="text"
              dir="ltr"
              title={t.linkHint}
              value={link ?? ''}
              onChange={({ target }) => change(withPart(row, 'link', target.value || undefined))}
            />
          </label>
        </div>
      </div>
    </details>
  )
}

/** The row with one part; what is left out is not stored as nothing. */
function withPart<Name extends keyof Item>(row: Item, name: Name, part: Item[Name] | undefined): Item {
  const { [name]: _, ...rest } = row
  return (part === undefined ? rest : { ...rest, [name]: part }) as Item
}

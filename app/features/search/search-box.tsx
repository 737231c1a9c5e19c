import { type ComponentProps, type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'

type Part = ComponentType<{ input: RefObject<HTMLInputElement | null> }>

/**
 * The field of a search form. What suggests while somebody types comes when the field is first touched and takes up what
 * was typed until then; without it, or without scripts, this is a plain field. Suggestions hang below the nearest
 * positioned ancestor.
 */
export function SearchBox(props: Omit<ComponentProps<'input'>, 'ref' | 'type'>) {
  const input = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<Part>()
  const bring = () => {
    import('./suggestions.tsx').then(
      (part) => setSuggestions(() => part.default),
      () => {},
    )
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once
  useEffect(() => {
    // Somebody was quicker than the scripts.
    if (input.current === document.activeElement) bring()
  }, [])
  return (
    <>
      <input
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        {...props}
        type="search"
        ref={input}
        onFocus={bring}
        onPointerEnter={bring}
      />
      {Suggestions && <Suggestions input={input} />}
    </>
  )
}

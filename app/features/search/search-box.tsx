import { type ComponentProps, type ComponentType, type RefObject, useEffect, useRef, useState } from 'react'

type Part = ComponentType<{ input: RefObject<HTMLInputElement | null> }>

/**
 * The field of a search form. The suggestions are loaded when the field is first focused, and start with what was typed
 * until then. Without them, or without scripts, it is a plain field. The list is placed below the nearest positioned
 * ancestor.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only checked once
  useEffect(() => {
    // The visitor focused the field before the scripts ran.
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

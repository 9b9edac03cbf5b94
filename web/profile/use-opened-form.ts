import { useEffect, useRef, useState } from 'react'

/** A form that opens in the place of its button: closed, it gives the focus back to the button and says what was done. */
export function useOpenedForm() {
  const [open, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !open) opener.current?.focus()
    wasOpen.current = open
  }, [open])
  function show() {
    setSaid('')
    setOpen(true)
  }
  function close(words: string) {
    setOpen(false)
    setSaid(words)
  }
  return { open, said, opener, show, close, cancel: () => close('') }
}

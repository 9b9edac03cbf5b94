import { lazy, type ReactNode, Suspense, useState } from 'react'
import { createPortal } from 'react-dom'
import { loadChunk } from '#web/platform/navigation/load-chunk.ts'

const DisplaySettingsDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./DisplaySettingsDialog.tsx')).DisplaySettingsDialog })),
)

interface DisplaySettingsButtonProps {
  look: string
  className?: string | undefined
  children: ReactNode
}

/** The button that opens the display settings: in the header on wide windows, in the menu and footer on phones. */
export function DisplaySettingsButton({ look, className, children }: DisplaySettingsButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </button>
      {open &&
        createPortal(
          // Rendered outside the header band, which may have the colours of the field.
          <Suspense fallback={null}>
            <DisplaySettingsDialog look={look} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}

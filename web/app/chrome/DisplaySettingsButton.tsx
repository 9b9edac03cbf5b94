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

/** Whatever opens the settings of the display: in the header of a wide window, in the menu and the footer of a phone. */
export function DisplaySettingsButton({ look, className, children }: DisplaySettingsButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </button>
      {open &&
        createPortal(
          // Out of the band, whose inks may be those of the field.
          <Suspense fallback={null}>
            <DisplaySettingsDialog look={look} onClose={() => setOpen(false)} />
          </Suspense>,
          document.body,
        )}
    </>
  )
}

import { isPlainClick } from '#web/platform/navigation/is-plain-click.ts'
import { fieldId } from '#web/platform/ui/Field.tsx'
import { focusField } from '#web/platform/ui/focus-field.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

interface RemarksProps {
  remarks: readonly { field: string; text: string }[]
  labelOf: (field: string) => string
  /** Shows the step of a field that is not on the page yet. */
  onOpen?: (field: string) => void
}

/** What must be corrected. Each line links to its field. */
export function Remarks({ remarks, labelOf, onOpen }: RemarksProps) {
  if (remarks.length === 0) return null
  return (
    <Notice tone="warning" title="Работу вернули на доработку">
      <ul>
        {remarks.map(({ field, text }) => (
          <li key={`${field} ${text}`}>
            {labelOf(field) ? (
              <>
                <a
                  href={`#${fieldId(field)}`}
                  onClick={(event) => {
                    if (!isPlainClick(event)) return
                    event.preventDefault()
                    onOpen?.(field)
                    // A step that opens takes the focus first.
                    requestAnimationFrame(() => focusField(fieldId(field)))
                  }}
                >
                  {labelOf(field)}
                </a>
                : {text}
              </>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

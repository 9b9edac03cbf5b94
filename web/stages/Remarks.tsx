import { fieldId } from '#web/platform/ui/Field.tsx'
import { focusField } from '#web/platform/ui/focus-field.ts'
import { Notice } from '#web/platform/ui/Notice.tsx'

interface RemarksProps {
  remarks: readonly { field: string; text: string }[]
  labelOf: (field: string) => string
}

/** What must be corrected. Each line links to its field. */
export function Remarks({ remarks, labelOf }: RemarksProps) {
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
                    event.preventDefault()
                    focusField(fieldId(field))
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

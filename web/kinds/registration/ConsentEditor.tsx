import { useState } from 'react'
import { consentAnswer, consentForm, consentOf, newConsent } from '#shared/accounts/registration/consent-form.ts'
import type { ConsentDocument } from '#shared/accounts/registration/contract.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { OrderTree } from '#web/platform/ui/OrderTree.tsx'
import styles from './Console.module.css'

interface ConsentEditorProps {
  documents: readonly ConsentDocument[]
  onChange: (documents: ConsentDocument[]) => void
}

/** The documents that people agree to when they apply, in the order in which they are shown. */
export function ConsentEditor({ documents, onChange }: ConsentEditorProps) {
  const [open, setOpen] = useState<ConsentDocument | null>(null)
  const [note, setNote] = useState('')
  const close = () => setOpen(null)
  const placeOf = (code: string) => documents.findIndex((each) => each.code === code)

  function put(document: ConsentDocument) {
    const at = placeOf(document.code)
    onChange(at < 0 ? [...documents, document] : documents.with(at, document))
    setNote(`${quoted(document.title)}: ${at < 0 ? 'добавлено' : 'изменено'}`)
  }
  function move(code: string, to: number) {
    const from = placeOf(code)
    const moved = documents[from]
    if (!moved) return
    onChange(documents.toSpliced(from, 1).toSpliced(to, 0, moved))
    setNote(`${quoted(moved.title)}: порядок изменён`)
  }
  const last = documents.length - 1
  return (
    <div className={styles.panels}>
      <p className={styles.quiet}>
        Когда меняется название, текст, назначение или срок, документ становится следующей редакцией. Кто согласился с
        прежней, остаётся согласен с ней, пока вы не попросите его согласиться снова.
      </p>
      {documents.length === 0 ? (
        <p>Согласий пока нет. Без обязательного согласия регистрацию не открыть.</p>
      ) : (
        <OrderTree<string>
          label="Согласия"
          nodes={documents.map(({ code, title, required, version, purpose }) => ({
            id: code,
            title: title || 'Без названия',
            note: `${required ? 'Обязательное' : 'По желанию'}, редакция ${version}. ${purpose}`,
            children: [],
          }))}
          onOpen={({ id }) => setOpen(documents[placeOf(id)] ?? null)}
          onMove={([code = ''], beside, side) => {
            const others = documents.filter((each) => each.code !== code)
            const at = others.findIndex((each) => each.code === beside)
            if (at >= 0) move(code, side === 'after' ? at + 1 : at)
          }}
          steps={[
            {
              label: 'Изменить',
              disabled: () => false,
              onStep: ({ id }) => setOpen(documents[placeOf(id)] ?? null),
            },
            {
              label: 'Выше',
              disabled: ({ id }) => placeOf(id) === 0,
              onStep: ({ id }) => move(id, placeOf(id) - 1),
            },
            {
              label: 'Ниже',
              disabled: ({ id }) => placeOf(id) === last,
              onStep: ({ id }) => move(id, placeOf(id) + 1),
            },
            {
              label: 'Убрать',
              disabled: () => false,
              onStep: ({ id, title }) => {
                onChange(documents.filter(({ code }) => code !== id))
                setNote(`${quoted(title)}: убрано. Данные согласия остаются в силе`)
              },
            },
          ]}
        />
      )}
      <div>
        <Button kind="secondary" size="s" onClick={() => setOpen(newConsent(freshCode()))}>
          Добавить согласие
        </Button>
      </div>
      <p className={styles.quiet} role="status">
        {note}
      </p>
      {open && (
        <FormDialog
          key={open.code}
          title={placeOf(open.code) < 0 ? 'Новое согласие' : 'Согласие'}
          size="l"
          form={consentForm}
          answer={consentAnswer(open)}
          act="Готово"
          send={async (answer) => consentOf(answer, open)}
          onDone={put}
          onClose={close}
        />
      )}
    </div>
  )
}

const codeBytes = 5

/** A code that no earlier document had: people's consents name it. */
const freshCode = () =>
  `consent_${[...crypto.getRandomValues(new Uint8Array(codeBytes))].map((byte) => byte.toString(36)).join('')}`

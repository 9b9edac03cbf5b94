import { useState } from 'react'
import { download } from '#web/platform/api/portal-api.ts'
import { useCheckedForm } from '#web/platform/forms/use-checked-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Panel } from '#web/platform/ui/Panel.tsx'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import styles from './Profile.module.css'
import { missingPassword, OwnPassword, SectionForm } from './SectionForm.tsx'
import { useOpenedForm } from './use-opened-form.ts'

/** A copy of all data that the portal has about the person. */
export function OwnDataSection() {
  const form = useOpenedForm()
  return (
    <Panel title="Копия моих данных" id="own-data">
      <div className={styles.form}>
        <p>
          Всё, что портал о вас знает: личные данные, заявки, согласия, сданные работы, решения, уведомления и сеансы.
          Загруженные файлы перечислены по названиям.
        </p>
        <p aria-live="polite" className={styles.said}>
          {form.said}
        </p>
        {form.open ? (
          <ExportForm onDone={() => form.close('Файл скачан')} onCancel={form.cancel} />
        ) : (
          <p>
            <Button ref={form.opener} kind="secondary" onClick={form.show}>
              Скачать мои данные
            </Button>
          </p>
        )}
      </div>
    </Panel>
  )
}

function ExportForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const [format, setFormat] = useState<'docx' | 'json'>('docx')
  const [password, setPassword] = useState('')
  const state = useCheckedForm<'password'>({
    check: () => missingPassword(password),
    send: async () => {
      await download('POST /user/export', { body: { password, format } })
      onDone()
    },
    password: 'password',
  })
  return (
    <SectionForm state={state} action="Скачать" onCancel={onCancel}>
      <RadioGroup
        label="В каком виде"
        name="export-format"
        value={format}
        onChange={(value) => setFormat(value === 'json' ? 'json' : 'docx')}
        options={[
          { value: 'docx', label: 'Документ Word', hint: 'Чтобы прочитать' },
          { value: 'json', label: 'Файл JSON', hint: 'Чтобы перенести в другую программу' },
        ]}
      />
      <OwnPassword name="export" value={password} onChange={setPassword} error={state.faults.password} />
    </SectionForm>
  )
}

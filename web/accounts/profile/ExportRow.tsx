import { useState } from 'react'
import { useCheckedForm } from '#web/forms/fields/use-checked-form.ts'
import { download } from '#web/platform/api/portal-api.ts'
import { RadioGroup } from '#web/platform/ui/RadioGroup.tsx'
import { OpenedRow } from './OpenedRow.tsx'
import { missingPassword, OwnPassword, SectionForm } from './SectionForm.tsx'

/** A copy of all data that the portal has about the person. */
export function ExportRow() {
  return (
    <OpenedRow
      id="own-data"
      title="Копия данных"
      note="Всё, что портал о вас знает: личные данные, заявки, согласия, сданные работы, решения, уведомления и сеансы. Загруженные файлы перечислены по названиям."
      action="Скачать мои данные"
    >
      {({ close, cancel }) => <ExportForm onDone={() => close('Файл скачан')} onCancel={cancel} />}
    </OpenedRow>
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

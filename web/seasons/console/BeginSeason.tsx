import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type AnswerData, type FormSchema, textOf } from '#shared/forms/fields/field.ts'
import { newSeasonForm, type SeasonTemplate, seasonTemplates } from '#shared/seasons/competitions/new-season-form.ts'
import { maxSeasonFile } from '#shared/seasons/competitions/season-file-limits.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { api } from '#web/platform/api/portal-api.ts'
import { showBanner } from '#web/platform/messages/banner.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Card } from '#web/platform/ui/Card.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import styles from './BeginSeason.module.css'
import { LookPicker } from './LookPicker.tsx'
import { SeasonFileField } from './SeasonFileField.tsx'

type Way = 'template' | 'empty' | 'file'

const templatesInWords: Record<SeasonTemplate, string> = {
  national: 'Большой: регистрация, правила, анкета, тест, эссе, видеоинтервью, команды, очный финал, наставники',
  small: 'Небольшой: регистрация, правила, анкета и одна работа, которую читают эксперты',
  event: 'Событие: регистрация и запись на время',
}

/** The ways in which a competition begins. */
export function BeginSeason() {
  const [open, setOpen] = useState<Way | null>(null)
  return (
    <div className={styles.ways}>
      <WayCard
        title="Готовый сезон"
        about="Этапы, анкеты, правила и критерии настоящего конкурса. Останется поправить даты и тексты."
        action={<Button onClick={() => setOpen('template')}>Взять за основу</Button>}
      />
      <WayCard
        title="Пустой конкурс"
        about="Только название и даты. Этапы вы добавите сами, по одному."
        action={
          <Button kind="secondary" onClick={() => setOpen('empty')}>
            Начать с пустого
          </Button>
        }
      />
      <WayCard
        title="Из файла"
        about="Сезон, который скачали с этого или другого портала. Людей в файле нет."
        action={
          <Button kind="secondary" onClick={() => setOpen('file')}>
            Выбрать файл
          </Button>
        }
      />
      {open && <NewSeason way={open} onClose={() => setOpen(null)} />}
    </div>
  )
}

function WayCard({ title, about, action }: { title: string; about: string; action: ReactNode }) {
  return (
    <Card as="section" className={styles.way}>
      <Heading level={2} size={3}>
        {title}
      </Heading>
      <p className={styles.about}>{about}</p>
      <div className={styles.act}>{action}</div>
    </Card>
  )
}

const titles: Record<Way, string> = {
  template: 'Конкурс из готового сезона',
  empty: 'Пустой конкурс',
  file: 'Конкурс из файла',
}

/** The question which season it is made of, before those of every new one. */
const [ofNew] = newSeasonForm('national').sections
const templateForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'template',
      title: '',
      fields: [
        {
          name: 'template',
          label: 'За основу',
          view: 'radio',
          options: seasonTemplates.map((id) => ({ id, value: templatesInWords[id] })),
          validation_rules: { required: true },
        },
        ...(ofNew?.fields ?? []),
      ],
    },
  ],
}

async function begin(way: Way, answer: AnswerData, file: File | null) {
  const { template, title, code, starts, ends, season_layout: layout } = answer
  const from = way === 'template' ? (textOf(template) as SeasonTemplate) : way
  const body = { from, title: textOf(title), code: textOf(code), starts: textOf(starts), ends: textOf(ends) }
  if (way !== 'file') return api('POST /admin/seasons', { body: { ...body, layout: textOf(layout) } })
  const text = file && file.size <= maxSeasonFile ? await file.text() : ''
  return api('POST /admin/seasons', { body: { ...body, file: text } })
}

function NewSeason({ way, onClose }: { way: Way; onClose: () => void }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  return (
    <FormDialog
      title={titles[way]}
      size="l"
      form={way === 'template' ? templateForm : newSeasonForm(way)}
      answer={{ template: seasonTemplates[0], season_layout: 'default' }}
      drawn={(field, store) =>
        field.name === 'season_layout' ? <LookPicker store={store} field={field} competition="" /> : null
      }
      act="Создать"
      send={(answer) => begin(way, answer, file)}
      onDone={({ code }) => {
        void queries.invalidateQueries({ queryKey: ['duties'] })
        showBanner('Конкурс создан. Пока его видят только организаторы', 'success')
        void navigate({ to: `/admin/${code}` })
      }}
      onClose={onClose}
    >
      {way === 'file' && <SeasonFileField file={file} onChange={setFile} />}
    </FormDialog>
  )
}

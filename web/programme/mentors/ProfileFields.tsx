import { NumberField } from '#web/platform/ui/NumberField.tsx'
import { TextArea } from '#web/platform/ui/TextArea.tsx'
import { TextField } from '#web/platform/ui/TextField.tsx'
import { capacityFault, capacityOf, topicsFault, topicsOf, videoFault } from './profile-fields.ts'

/** The profile of a mentor as typed, every field as text. */
export type TypedProfile = Record<
  'position' | 'field' | 'region' | 'employer' | 'about' | 'video' | 'capacity' | 'topics' | 'assistant_email',
  string
>
type Said = Omit<TypedProfile, 'capacity' | 'topics'> & { capacity: number | null; topics: string[] }

export const typedProfile = ({ capacity, topics, ...texts }: Said): TypedProfile => ({
  position: texts.position,
  field: texts.field,
  region: texts.region,
  employer: texts.employer,
  about: texts.about,
  video: texts.video,
  assistant_email: texts.assistant_email,
  capacity: capacity === null ? '' : String(capacity),
  topics: topics.join(', '),
})

export const emptyProfile: TypedProfile = {
  ...{ position: '', field: '', region: '', employer: '', about: '', video: '' },
  ...{ capacity: '', topics: '', assistant_email: '' },
}

export const profileToSave = ({ capacity, topics, video, ...texts }: TypedProfile): Said => ({
  ...texts,
  video: video.trim(),
  capacity: capacityOf(capacity),
  topics: topicsOf(topics),
})

export type ProfileFaults = Partial<Record<keyof TypedProfile, string>>

export function profileFaults({ capacity, topics, video }: TypedProfile): ProfileFaults {
  const found = { capacity: capacityFault(capacity), topics: topicsFault(topics), video: videoFault(video) }
  return Object.fromEntries(Object.entries(found).filter(([, fault]) => fault !== null)) as ProfileFaults
}

interface ProfileFieldsProps {
  typed: TypedProfile
  faults: ProfileFaults
  onChange: (typed: TypedProfile) => void
}

/** The fields of a mentor, for the mentor and for organisers. */
export function ProfileFields({ typed, faults, onChange }: ProfileFieldsProps) {
  const text = (name: keyof TypedProfile) => ({
    name: `mentor-${name}`,
    required: false,
    value: typed[name],
    error: faults[name] ?? null,
    onChange: (value: string) => onChange({ ...typed, [name]: value }),
  })
  return (
    <>
      <NumberField
        label="Мест в одном конкурсе"
        hint="Со сколькими участниками готов работать наставник. Пусто — сколько угодно"
        maxLength={4}
        {...text('capacity')}
      />
      <TextField label="Темы" hint="Через запятую, не больше десяти" maxLength={700} {...text('topics')} />
      <TextField label="Должность" maxLength={200} {...text('position')} />
      <TextField label="Сфера" maxLength={200} {...text('field')} />
      <TextField label="Регион" hint="Как в справочнике: «Пермский край»" maxLength={200} {...text('region')} />
      <TextField
        label="Место работы"
        hint="С участниками из этой организации наставника не назначат: это конфликт интересов"
        maxLength={200}
        {...text('employer')}
      />
      <TextArea label="О себе" rows={3} limit={2000} {...text('about')} />
      <TextField label="Ссылка на видео" hint="Начинается с https://" {...text('video')} />
      <TextField
        label="Почта помощника"
        hint="Помощник отвечает участникам за наставника: по ссылке из письма или войдя с этой почтой. Заметок и отчётов он не видит. Очистите поле, и помощника не станет сразу"
        maxLength={320}
        {...text('assistant_email')}
      />
    </>
  )
}

import type { FormSchema } from '#shared/forms/fields/field.ts'

/** «Анкета участника»: sections, conditions, dictionaries, repeated jobs, a file and a photo. */
export const questionnaire: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'about',
      title: 'О себе',
      hint: 'Эти сведения увидит команда, в которую вы вступите.',
      fields: [
        {
          name: 'photo',
          label: 'Фотография',
          view: 'image',
          hint: 'Портрет, на котором хорошо видно лицо.',
          files: { max_files: 1 },
        },
        {
          name: 'region',
          label: 'Регион, где вы живёте',
          view: 'region',
          params: { dict: 'regions' },
          hint: 'Начните вводить название. Некоторые этапы проходят по времени вашего региона.',
          validation_rules: { required: true },
        },
        {
          name: 'city',
          label: 'Населённый пункт',
          view: 'suggest',
          params: { dict: 'cities', suggest: true },
          hint: 'Если его нет в подсказках, впишите сами.',
          validation_rules: { max_length: 100 },
        },
        {
          name: 'about',
          label: 'Расскажите о себе',
          view: 'textarea',
          hint: 'Три-четыре предложения: чем занимаетесь, чем гордитесь, чему хотите научиться.',
          validation_rules: { required: true, min_length: 100, max_length: 1500 },
          custom_errors: { min_length: 'Расскажите чуть подробнее: хотя бы 100 знаков' },
        },
        {
          name: 'second_email',
          label: 'Запасная электронная почта',
          view: 'email',
          hint: 'Напишем на неё, если основная недоступна.',
          validation_rules: { email: true },
        },
      ],
    },
    {
      code: 'education',
      title: 'Образование',
      fields: [
        {
          name: 'education_level',
          label: 'Уровень образования',
          view: 'select',
          params: { dict: 'education_levels' },
          validation_rules: { required: true },
        },
        {
          name: 'education_place',
          label: 'Учебное заведение',
          view: 'text',
          hint: 'Полное название, как в дипломе.',
          validation_rules: { required: true, max_length: 200 },
        },
        {
          name: 'education_year',
          label: 'Год окончания',
          view: 'year',
          validation_rules: { required: true, numeric: true },
        },
        {
          name: 'has_degree',
          label: 'Есть учёная степень',
          view: 'checkbox',
        },
        {
          name: 'degree',
          label: 'Учёная степень',
          view: 'radio',
          options: [
            { id: 'candidate', value: 'Кандидат наук' },
            { id: 'doctor', value: 'Доктор наук' },
            { id: 'foreign', value: 'Иностранная степень (PhD и другие)' },
          ],
          visible_when: { field: 'has_degree', equals: true },
          validation_rules: { required: true },
        },
      ],
    },
    {
      code: 'work',
      title: 'Опыт работы',
      hint: 'Начните с последнего места. Достаточно тех мест, где вы руководили людьми или проектами.',
      fields: [
        {
          name: 'works_now',
          label: 'Вы сейчас работаете?',
          view: 'radio',
          options: [
            { id: 'yes', value: 'Да' },
            { id: 'own', value: 'Да, у меня своё дело' },
            { id: 'no', value: 'Нет' },
          ],
          validation_rules: { required: true },
        },
        {
          name: 'not_working_reason',
          label: 'Чем вы заняты сейчас',
          view: 'text',
          hint: 'Например: учусь, воспитываю ребёнка, ищу новое место.',
          visible_when: { field: 'works_now', equals: 'no' },
          validation_rules: { required: true, max_length: 300 },
        },
        {
          name: 'jobs',
          label: 'Место работы',
          view: 'group',
          rows: { min: 1, max: 6 },
          validation_rules: { required: true },
          fields: [
            {
              name: 'organization',
              label: 'Организация',
              view: 'text',
              validation_rules: { required: true, max_length: 200 },
            },
            {
              name: 'industry',
              label: 'Отрасль',
              view: 'select',
              params: { dict: 'industries' },
              validation_rules: { required: true },
            },
            {
              name: 'position',
              label: 'Должность',
              view: 'text',
              validation_rules: { required: true, max_length: 200 },
            },
            {
              name: 'start',
              label: 'Начало работы',
              view: 'date',
              validation_rules: { required: true },
            },
            { name: 'current', label: 'Работаю по настоящее время', view: 'checkbox' },
            {
              name: 'end',
              label: 'Окончание работы',
              view: 'date',
              visible_when: { not: { field: 'current', equals: true } },
              validation_rules: { required: true },
            },
            {
              name: 'subordinates',
              label: 'Сколько человек в подчинении',
              view: 'number',
              hint: 'Если руководите проектом без подчинённых, укажите 0.',
              validation_rules: { required: true, min_value: 0, max_value: 100000 },
            },
          ],
        },
      ],
    },
    {
      code: 'motivation',
      title: 'Участие в конкурсе',
      fields: [
        {
          name: 'heard_from',
          label: 'Как вы узнали о конкурсе',
          view: 'multiselect',
          options: [
            { id: 'friends', value: 'От друзей или коллег' },
            { id: 'participant', value: 'Участвовал раньше' },
            { id: 'social', value: 'Из социальных сетей' },
            { id: 'media', value: 'Из новостей' },
            { id: 'employer', value: 'От работодателя' },
            { id: 'other', value: 'Другое' },
          ],
          validation_rules: { required: true },
        },
        {
          name: 'heard_from_other',
          label: 'Откуда именно',
          view: 'text',
          visible_when: { field: 'heard_from', equals: 'other' },
          validation_rules: { required: true, max_length: 200 },
        },
        {
          name: 'goal',
          label: 'Зачем вы участвуете',
          view: 'textarea',
          hint: 'Что должно измениться, чтобы вы сказали: «Не зря».',
          validation_rules: { required: true, max_length: 1000 },
        },
        {
          name: 'resume',
          label: 'Резюме',
          view: 'file',
          hint: 'Если хотите рассказать подробнее.',
          files: { max_files: 1, max_bytes: 10 * 1024 * 1024, formats: ['pdf', 'docx'] },
        },
        {
          name: 'truthful',
          label: 'Подтверждаю, что всё указанное в анкете — правда',
          view: 'consent',
          validation_rules: { required: true },
        },
      ],
    },
  ],
}

/** A short survey, for stages that are over or will open soon. */
export const survey = (question: string, hint: string): FormSchema => ({
  version: 1,
  sections: [
    {
      code: 'survey',
      title: 'Несколько вопросов',
      fields: [
        {
          name: 'expectation',
          label: question,
          view: 'textarea',
          hint,
          validation_rules: { required: true, max_length: 1000 },
        },
        {
          name: 'readiness',
          label: 'Сколько часов в неделю вы готовы уделять конкурсу',
          view: 'radio',
          options: [
            { id: '2', value: 'До двух' },
            { id: '5', value: 'От двух до пяти' },
            { id: '10', value: 'Больше пяти' },
          ],
          validation_rules: { required: true },
        },
      ],
    },
  ],
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../../../platform/errors/config-error.ts';
import { readSchedule } from './read-schedule.ts';

describe('the schedule file', () => {
  let folder = '';
  let file = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'kindling-schedule-'));
    file = join(folder, 'scheduling.json');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const read = (content: unknown) => {
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    return readSchedule({ file, fileRequired: false });
  };
  const problems = async (content: unknown) => {
    const error = await read(content).catch((caught: unknown) => caught);
    if (!(error instanceof ConfigError)) throw new Error('no ConfigError');
    return error.problems.map((problem) => problem.replace(`${file}: `, ''));
  };

  it('may be absent, unless it was named', async () => {
    const absent = join(folder, 'absent.json');
    const schedule = await readSchedule({ file: absent, fileRequired: false });
    expect(schedule).toMatchObject({
      durationMinutes: 30,
      slotIntervalMinutes: 30,
      hostTimeZone: 'America/New_York',
      bufferBeforeMinutes: 0,
      bufferAfterMinutes: 10,
      minimumNoticeMinutes: 240,
      windowDays: 60,
      dailyCap: 8,
      holidays: [],
    });
    expect(schedule.workingHours.friday).toEqual([{ from: 540, to: 1_020 }]);
    expect(schedule.workingHours.saturday).toEqual([]);
    await expect(readSchedule({ file: absent, fileRequired: true })).rejects.toThrow(
      /SCHEDULING_FILE: there is no file/,
    );
  });

  it('changes what it names and leaves the rest', async () => {
    const schedule = await read({
      durationMinutes: 45,
      workingHours: { sunday: ['00:00-08:30', '22:00–24:00'] },
      overrides: { '2026-12-24': 'closed', '2026-12-28': ['10:00-11:00'] },
      holidays: [{ date: '2026-12-25', name: 'Christmas Day' }],
    });
    expect(schedule.durationMinutes).toBe(45);
    expect(schedule.dailyCap).toBe(8);
    expect(schedule.workingHours).toMatchObject({
      monday: [],
      sunday: [
        { from: 0, to: 510 },
        { from: 1_320, to: 1_440 },
      ],
    });
    expect(schedule.overrides).toEqual({
      '2026-12-24': [],
      '2026-12-28': [{ from: 600, to: 660 }],
    });
  });

  it.each([
    [{ durationMinutes: 0 }, /^durationMinutes: /],
    [{ hostTimeZone: 'New York' }, /^hostTimeZone: must be an IANA time zone/],
    [
      { workingHours: { monday: ['9-17'] } },
      /^workingHours\.monday\.0: must read like 09:00-17:00/,
    ],
    [{ workingHours: { monday: ['17:00-09:00'] } }, /^workingHours\.monday\.0: must end after/],
    [{ workingHours: { monday: ['24:00-24:30'] } }, /^workingHours\.monday\.0: must read like/],
    [
      { workingHours: { monday: ['09:00-12:00', '11:00-13:00'] } },
      /^workingHours\.monday\.1: must start when/,
    ],
    [{ workingHours: { funday: [] } }, /^workingHours: .*funday/],
    [{ overrides: { 'next monday': [] } }, /^overrides\.next monday: must be a date/],
    [{ overrides: { '2026-12-24': 'open' } }, /^overrides\.2026-12-24: must be "closed" or/],
    [{ holidays: [{ date: '2026-02-30', name: 'x' }] }, /^holidays\.0\.date: must be a date/],
    [{ dailyCap: '8' }, /^dailyCap: /],
    [{ dayliCap: 8 }, /dayliCap/],
    [[], /expected object/],
    ['{ "dailyCap": 8', /^is not valid JSON: /],
  ])('names what is wrong in %j', async (content, expected) => {
    expect((await problems(content)).join('\n')).toMatch(expected);
  });

  it('names everything that is wrong at once', async () => {
    expect(await problems({ dailyCap: 0, windowDays: -1 })).toHaveLength(2);
  });
});

import { useSearchParams } from 'react-router-dom';
import { DayList } from './day-list.tsx';
import { RecordList } from './record-list.tsx';
import './attendance.css';

/** Hours by person and day, or with ?each every attendance as its own row. */
export function Component() {
  return useSearchParams()[0].has('each') ? <RecordList /> : <DayList />;
}

import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable, type SortingStrategy } from '@dnd-kit/sortable';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { useTranslation } from '@/i18n/use-translation.ts';
import { formatNumber } from '@/lib/numerals.ts';

interface ArrangingProps {
  ids: readonly string[];
  nameOf: (id: string) => string;
  strategy: SortingStrategy;
  onArrange: (ids: string[]) => void;
  children: ReactNode;
}

/** Things whose order is changed by dragging, or by Space, arrows and Space again; each is one of useArranged. */
export function Arranging({ ids, nameOf, strategy, onArrange, children }: ArrangingProps) {
  const { t } = useTranslation();
  // Screen readers hear announcements only from inside a dialog.
  const [box, setBox] = useState<HTMLElement | null>(null);
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 4 } }),
    // A finger that moves at once scrolls.
    useSensor(TouchSensor, { activationConstraint: { delay: 180, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: UniqueIdentifier) => ids.indexOf(String(id));
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && active.id !== over.id) onArrange(arrayMove([...ids], placeOf(active.id), placeOf(over.id)));
  };
  const announce =
    (key: 'lifted' | 'over' | 'dropped' | 'cancelled') =>
    ({ active, over }: { active: { id: UniqueIdentifier }; over?: { id: UniqueIdentifier } | null }) =>
      t(`kit.arrange.${key}`, { name: nameOf(String(active.id)), place: formatNumber(placeOf((over ?? active).id) + 1) });
  return (
    <>
      <div ref={setBox} />
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={drop}
        accessibility={{
          container: box ?? undefined,
          announcements: {
            onDragStart: announce('lifted'),
            onDragOver: announce('over'),
            onDragEnd: announce('dropped'),
            onDragCancel: announce('cancelled'),
          },
          screenReaderInstructions: { draggable: t('kit.arrange.keys') },
        }}
      >
        <SortableContext items={[...ids]} strategy={strategy}>
          {children}
        </SortableContext>
      </DndContext>
    </>
  );
}

/** One of the things that are arranged: `handle` goes on the button that lifts it. */
export function useArranged(id: string) {
  const { t } = useTranslation();
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({ id });
  const style: CSSProperties | undefined = transform
    ? { transform: `translate(${transform.x}px, ${transform.y}px)`, transition }
    : undefined;
  return { ref: setNodeRef, style, isDragging, handle: { ...attributes, ...listeners, 'aria-roledescription': t('kit.arrange.movable') } };
}

/** Paths of the service, below the site's origin. Pages: `/scheduling/demo`, `/scheduling/booking/{id}#{manageToken}`. */
export const schedulingPaths = {
  widget: '/scheduling/widget.js',
  demoPage: '/scheduling/demo',
  bookingPage: (id: string) => `/scheduling/booking/${id}`,
  eventType: '/scheduling/api/event-type',
  slots: '/scheduling/api/slots',
  bookings: '/scheduling/api/bookings',
  booking: (id: string) => `/scheduling/api/bookings/${id}`,
  reschedule: (id: string) => `/scheduling/api/bookings/${id}/reschedule`,
  cancel: (id: string) => `/scheduling/api/bookings/${id}/cancel`,
  calendar: (id: string) => `/scheduling/api/bookings/${id}/calendar.ics`,
} as const;

export const chooseDoctorFromTheList = 'Choose a doctor from the list'
export const chooseChildFromYourList = 'Choose a child from your list'

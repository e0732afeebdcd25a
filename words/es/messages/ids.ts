export const chooseDoctorFromTheList = 'Elija un médico de la lista'
export const chooseChildFromYourList = 'Elija un niño de su lista'
